import { useCallback, useState } from "react";
import { saveFile } from "../lib/save-file.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { DeleteAccount } from "./delete-account.tsx";

/** Download and deletion of personal data. */
export function MyData() {
  const [isLoading, setLoading] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const close = useCallback(() => setDeleting(false), []);
  const download = async () => {
    setLoading(true);
    await saveFile("/api/users/profile/data", "my-data.json").catch(() =>
      toast("Your data could not be downloaded. Please try again in a while.", { tone: "bad" }),
    );
    setLoading(false);
  };
  return (
    <>
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
        <div className="grid content-between justify-items-start gap-4">
          <p>Your profile and all your orders in one file, to keep or to take elsewhere.</p>
          <Button onClick={download} disabled={isLoading}>
            {isLoading ? "Downloading…" : "Download my data"}
          </Button>
        </div>
        <div className="grid content-between justify-items-start gap-4">
          <p>Your account is deleted for good. What you bought stays in our books without your name.</p>
          <Button onClick={() => setDeleting(true)} className="text-rose">
            Delete my account
          </Button>
        </div>
      </div>
      <DeleteAccount open={isDeleting} onClose={close} />
    </>
  );
}
