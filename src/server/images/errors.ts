import { defineErrors } from "../platform/http/errors.ts";

export const imageError = defineErrors(["products", "courses", "experts", "blogs", "reviews", "settings"], {
  upload_interrupted: [409, "The pictures were cleared away before they could be saved. Please save again."],
});
