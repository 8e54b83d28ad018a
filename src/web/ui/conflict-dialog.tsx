import "./conflict-dialog.css";
import type { ReactNode } from "react";
import { SmallButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface Difference {
  label: string;
  mine: ReactNode;
  saved: ReactNode;
}

/** Shown when somebody else saved first: the owner takes that version or saves over it. */
export const ConflictDialog = ({
  open,
  title,
  lead = "Somebody saved it after you opened it. Nothing of yours was saved yet. Where the two differ:",
  take = "Take what is saved now",
  overwrite = "Save mine over it",
  onTake,
  onOverwrite,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  lead?: string;
  take?: string;
  overwrite?: string;
  onTake: () => void;
  onOverwrite: () => void;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog open={open} onClose={onClose} title={title} look="choice">
    <div className="overflow-y-auto px-5 pb-5">
      <p>{lead}</p>
      {children}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <SmallButton onClick={onTake}>{take}</SmallButton>
        <SmallButton look="accent" onClick={onOverwrite}>
          {overwrite}
        </SmallButton>
      </div>
    </div>
  </Dialog>
);

export const DifferenceTable = ({ differences = [] }: { differences: readonly Difference[] | undefined }) => (
  <table className="conflict-table wide-choice">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">What you typed</th>
        <th scope="col">What is saved now</th>
      </tr>
    </thead>
    <tbody>
      {differences.map(({ label, mine, saved }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{mine || "(empty)"}</td>
          <td>{saved || "(empty)"}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
