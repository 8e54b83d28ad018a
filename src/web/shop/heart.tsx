import { useEffect } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { useLogin } from "../lib/login.ts";
import { createShared } from "../lib/shared.ts";
import { toast } from "../lib/toast.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";

const saved = createShared<readonly string[]>([]);
let owner: string | undefined;
let loading: Promise<unknown> | undefined;

/** Once for each login, for all hearts. */
function load(userId: string | undefined) {
  if (owner === userId) return;
  owner = userId;
  saved.write([]);
  const showOwn = (ids: string[]) => owner === userId && saved.write(ids);
  loading = userId ? browserApi.call("GET /api/wishlist/ids", {}).then(showOwn, () => {}) : undefined;
}

async function change(id: string, isSaved: boolean) {
  await loading;
  try {
    const call = isSaved ? "PUT /api/wishlist/:id" : "DELETE /api/wishlist/:id";
    const { message } = await browserApi.call(call, { params: { id } });
    saved.write([...saved.read().filter((one) => one !== id), ...(isSaved ? [id] : [])]);
    toast(message, { topic: "wishlist", ...(isSaved && { action: { label: "View", to: "/profile#wishlist" } }) });
  } catch (error) {
    const text = error instanceof ApiError ? error.message : "Your wishlist could not be changed. Please try again.";
    toast(text, { topic: "wishlist", tone: "bad" });
  }
}

/** `isWanted`: was pressed before the login. */
type HeartProps = { product: { _id: string; title: string }; isWanted?: boolean; className?: string };

/** Saves a product to the wishlist. Logged out, it leads over the login to the product's page, which saves it. */
export function Heart({ product: { _id, title }, isWanted = false, className }: HeartProps) {
  const userId = useLogin()?.id;
  const navigate = useNavigate();
  const isSaved = saved.use().includes(_id);
  useEffect(() => {
    load(userId);
    if (!userId || !isWanted) return;
    navigate({ search: "" }, { replace: true, preventScrollReset: true });
    void change(_id, true);
  }, [userId, isWanted, _id, navigate]);
  return (
    <IconButton
      label={`${isSaved ? "Remove from" : "Save to"} wishlist: ${title}`}
      aria-pressed={isSaved}
      onClick={() => (userId ? change(_id, !isSaved) : navigate(`/login?next=/product/${_id}%3Fsave=1`))}
      className={classes("needs-script fill-none text-ink aria-pressed:fill-current", className)}
    >
      <Icon name="heart" size={22} />
    </IconButton>
  );
}
