interface ReportedTest {
  place: string;
  title: string;
  error?: string;
}

interface Report {
  passed: number;
  failed: ReportedTest[];
  flaky: ReportedTest[];
}

export function readVitest(file: string, root: string): Report;
export function readPlaywright(file: string, folder: string): Report;
export function formatTests(found: Pick<Report, "failed" | "flaky">): string[];
