interface ToldTest {
  place: string;
  title: string;
  error?: string;
}

interface Found {
  passed: number;
  failed: ToldTest[];
  flaky: ToldTest[];
}

export function readVitest(file: string, root: string): Found;
export function readPlaywright(file: string): Found;
export function tellTests(found: Pick<Found, "failed" | "flaky">): string[];
