import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { createEndpointHandler, service, type Context } from "@restatedev/restate-sdk";

/** A worker without agents, to try the server and the processes themselves. */

const worker = process.env["WORKER"] ?? "w1";

const plain = service({
  name: "plain",
  handlers: {
    /** Waits in a recorded step and says which worker it was. */
    async wait(context: Context, { milliseconds }: { readonly milliseconds: number }): Promise<string> {
      return context.run("wait", async () => {
        process.stdout.write(`waits ${milliseconds}\n`);
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        return worker;
      });
    },
  },
  options: { retryPolicy: { initialInterval: 50, exponentiationFactor: 2, maxInterval: 500 } },
});

const server = createServer(createEndpointHandler({ services: [plain], logger: () => {} }));
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => {
  process.stdout.write(
    `ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`,
  ); // a string only for sockets in the file system
});
