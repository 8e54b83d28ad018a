import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { MAX_UPLOAD_BYTES } from "../../contracts/catalogue/image-rules.ts";
import { deleted, idParams, tokenParams } from "../../contracts/error.ts";
import { listQuery } from "../../contracts/list.ts";
import {
  newReview,
  ownReview,
  photoParams,
  type Review,
  type ReviewQuery,
  review,
  reviewCounts,
  reviewDecision,
  reviewedItem,
  reviewForm,
  reviewPage,
  reviewQuery,
} from "../../contracts/reviews/review.ts";
import { MAX_REVIEW_PHOTOS } from "../../contracts/reviews/review-rules.ts";
import { isNotFound } from "../platform/files/file-store.ts";
import { BEARER, type RouteDeps, routesFor, sendPage } from "../platform/http/api-routes.ts";
import { httpError } from "../platform/http/errors.ts";
import { readForm } from "../platform/http/multipart-form.ts";
import type { Reviews } from "./service.ts";

const PHOTOS = { field: "photos", maxFiles: MAX_REVIEW_PHOTOS, maxBytes: MAX_UPLOAD_BYTES };

export function reviewRoutes(app: FastifyInstance, { reviews, logins }: RouteDeps & { reviews: Reviews }) {
  const { everyone, user, owner } = routesFor(app, logins, "reviews");
  const cache = { tags: (request: { query: unknown }) => reviews.tagsOf(request.query as ReviewQuery) };

  everyone.get(
    "/reviews",
    {
      summary: "The published reviews of an item, newest first. With `state`, the owner's list",
      query: reviewQuery,
      response: z.array(z.union([ownReview, review])),
      security: [{}, ...BEARER],
      config: { cache },
    },
    async (request, reply) => {
      if (request.query.state) await logins.requireOwner(request);
      return sendPage<Review>(reply, await reviews.list(request.query));
    },
  );

  everyone.get(
    "/reviews/counts",
    { summary: "Published reviews by stars", query: reviewedItem, response: reviewCounts, config: { cache } },
    (request) => reviews.countStars(request.query),
  );

  everyone.get(
    "/reviews/:id/photos/:name",
    { summary: "A photo of a review that is not published, at a signed address", params: photoParams },
    async (request, reply) => {
      const { id, name } = request.params;
      const photo = await reviews
        .openPhoto(id, name)
        .catch((error) => (isNotFound(error) ? undefined : Promise.reject(error)));
      if (!photo) throw httpError("not_found");
      return reply.headers({ ...photo.headers, "cache-control": "private, no-store" }).send(photo.stream);
    },
  );

  user.get(
    "/reviews/mine",
    { summary: "One's own reviews, newest first", query: listQuery, response: z.array(ownReview) },
    async (request, reply) => sendPage(reply, await reviews.listMine(request.user.id, request.query)),
  );

  user.get(
    "/reviews/of-order/:id",
    { summary: "What can be reviewed of one's own order", params: idParams, response: reviewPage },
    (request) => reviews.findForBuyer(request.params.id, request.user.id),
  );

  everyone.get(
    "/reviews/page/:token",
    { summary: "What can be reviewed, by the link of a mail", params: tokenParams, response: reviewPage },
    (request) => reviews.findByLink(request.params.token),
  );

  const summary = "Review an item of one's own order, in a multipart form with pictures in `photos`";
  const form = { schema: reviewForm, files: PHOTOS };
  user.post("/reviews", { summary, form, response: newReview, status: 201 }, async (request) => {
    // A shop does not review itself.
    if (request.user.role !== "customer") throw httpError("not_allowed");
    const { values, files } = await readForm(request, reviewForm);
    return reviews.create(request.user.id, values, files);
  });

  owner.put(
    "/reviews/:id",
    { summary: "Publish, reject or answer a review", params: idParams, body: reviewDecision, response: ownReview },
    (request) => reviews.decide(request.params.id, request.body, request.user.id),
  );

  const withdrawal = { summary: "Withdraw one's own review", params: idParams, response: deleted };
  user.delete("/reviews/:id", withdrawal, async (request) => {
    await reviews.withdraw(request.params.id, request.user.id);
    return { message: "Review withdrawn" };
  });
}
