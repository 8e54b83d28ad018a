import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { product } from "../../contracts/catalogue/product.ts";
import { deleted as done, idParams } from "../../contracts/error.ts";
import { backInStockForm, MAX_WISHLIST } from "../../contracts/wishlist/wishlist.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Wishlist } from "./service.ts";

export function wishlistRoutes(app: FastifyInstance, { wishlist, logins }: RouteDeps & { wishlist: Wishlist }) {
  const { user, optionalUser } = routesFor(app, logins, "wishlist");
  const [products, ids] = [z.array(product), z.array(z.string())];

  user.get("/wishlist", { summary: "One's saved products, newest first", response: products }, (request) =>
    wishlist.list(request.user.id),
  );
  // For hearts on public pages: an ended login has none, and is not interrupted there.
  optionalUser.get("/wishlist/ids", { summary: "The ids of one's saved products", response: ids }, async (request) =>
    request.user ? wishlist.listIds(request.user.id) : [],
  );

  const saving = { summary: `Save a product, at most ${MAX_WISHLIST}`, params: idParams, response: done };
  user.put("/wishlist/:id", saving, async (request) => {
    await wishlist.save(request.user.id, request.params.id);
    return { message: "Saved to your wishlist" };
  });

  const removing = { summary: "Remove a saved product", params: idParams, response: done };
  user.delete("/wishlist/:id", removing, async (request) => {
    await wishlist.remove(request.user.id, request.params.id);
    return { message: "Removed from your wishlist" };
  });

  const summary = "Ask for one mail when a sold-out product or size is back. Asking again keeps the place in the queue";
  optionalUser.post("/back-in-stock", { summary, body: backInStockForm, response: done }, async (request) => {
    await wishlist.ask(request.body, request.ip, request.user?.id);
    return { message: "Thank you. We write to you as soon as it is back." };
  });
}
