import { PageProblem } from "../ui/page-problem.tsx";

interface ExpertProblemProps {
  error: unknown;
  /** Says what could not be loaded. */
  failed: string;
}

/** In place of a page about an expert who is not there, or that could not be loaded. */
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
