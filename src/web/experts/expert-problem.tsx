import { PageProblem } from "../ui/page-problem.tsx";

interface ExpertProblemProps {
  error: unknown;
  /** The title when loading failed. */
  failed: string;
}

/** Error page for an expert who does not exist or could not be loaded. */
export function ExpertProblem({ error, failed }: ExpertProblemProps) {
  return (
    <PageProblem
      error={error}
      missing={{
        title: "Expert not found.",
        text: "They may no longer be with us, or the address may have a slip in it.",
      }}
      failed={failed}
      back={{ to: "/experts", label: "See all experts" }}
    />
  );
}
