/** The hold of a chosen time can expire during the payment. Paying still works: the server tries to book the time. */
export function HoldNote({ isOver }: { isOver: boolean }) {
  return (
    <p role="status" className="text-small font-medium text-rose empty:hidden not-empty:my-2">
      {isOver &&
        "Your time is no longer reserved. You can still pay: if the time is free then, it is yours. If not, you choose another one after payment."}
    </p>
  );
}
