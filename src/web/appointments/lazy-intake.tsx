import { lazy, Suspense } from "react";

export interface IntakeProps {
  appointmentId: string;
}

const NotLoaded = () => <p className="mt-5 text-small text-ink-soft">To tell us more, please reload the page.</p>;

/** Loaded lazily: the form is optional, and the page does not wait for it. */
const Intake = lazy(() => import("./intake.tsx").catch(() => ({ default: NotLoaded })));

export function LazyIntake(props: IntakeProps) {
  return (
    <Suspense fallback={<div className="mt-5 min-h-20" />}>
      <Intake {...props} />
    </Suspense>
  );
}
