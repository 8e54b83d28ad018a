import path from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import { readImagePath } from "../../contracts/catalogue/image-rules.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { priceOf } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise } from "../../contracts/money.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { type FileStore, isNotFound } from "../platform/files/file-store.ts";
import { formatPaise } from "../platform/format-paise.ts";
import type { RateLimiter } from "../platform/http/rate-limit.ts";
import { CROSS_ORIGIN_RESOURCE } from "../platform/http/security-headers.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import { SETTINGS_TAG, type SettingsService } from "../settings/service.ts";
import { drawnPicturesByIp } from "./limits.ts";
import { drawSharePicture } from "./share-picture.ts";

interface SharePictureDeps {
  catalogue: Catalogue;
  settings: SettingsService;
  files: FileStore;
  limiter: RateLimiter;
}

/** Pages link to it with the record's version, so that a changed record is fetched again. */
const CACHE_CONTROL = "public, max-age=604800";
const HEADERS = { "content-type": "image/jpeg", "cache-control": CACHE_CONTROL, ...CROSS_ORIGIN_RESOURCE };
const MIN_WIDTH = 630;
const limitDrawing = limitConcurrency({ concurrency: 1, maxQueued: 30, maxQueuedPerClient: 10 });

const rupees = (amount: number) => formatPaise(toPaise(amount));

function productPrice(product: Product) {
  const prices = (product.variants ?? []).map((size) => priceOf(product, size).offerPrice);
  const lowest = Math.min(product.offerPrice, ...prices);
  return `${prices.some((price) => price !== lowest) ? "From " : ""}${rupees(lowest)}`;
}

/** The smallest copy that is wide enough. Undefined when the record has just dropped the picture. */
function readPicture(files: FileStore, image: string) {
  const { copies = [] } = readImagePath(image) ?? {};
  const copy = copies.find(({ width }) => width >= MIN_WIDTH) ?? copies.at(-1);
  const bytes = files.read(path.basename(copy?.path ?? image));
  return bytes.catch((error) => (isNotFound(error) ? undefined : Promise.reject(error)));
}

function toTexts(item: Product | Course | Expert) {
  if ("name" in item) return { title: item.name, price: item.price === null ? "" : `${rupees(item.price)}/min` };
  return { title: item.title, price: "stock" in item ? productPrice(item) : rupees(item.offerPrice) };
}

/** `/og/products/<id>.jpg`: the pictures of link previews. The response cache keeps them until the record changes. */
export async function sharePictureRoutes(app: FastifyInstance, deps: SharePictureDeps) {
  for (const kind of ["products", "courses", "experts"] as const) {
    const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
    const tags = (request: FastifyRequest) => [deps.catalogue[kind].tagOf(idOf(request)), SETTINGS_TAG];
    const config = { cache: { tags, control: CACHE_CONTROL } };
    app.get(`/og/${kind}/:id.jpg`, { schema: { hide: true }, config }, async (request, reply) => {
      const item = await deps.catalogue[kind].find(idOf(request), "public");
      await deps.limiter.take(drawnPicturesByIp, request.ip);
      const { brand } = (await deps.settings.read()).business;
      const bytes = await limitDrawing(async () => {
        const image = "image" in item ? item.image : item.images[0];
        const picture = image ? await readPicture(deps.files, image) : undefined;
        return drawSharePicture({ ...toTexts(item), brand, picture });
      }, request.ip);
      return reply.headers(HEADERS).send(bytes);
    });
  }
}
