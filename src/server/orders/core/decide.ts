import type { By, Command, Decision } from "./commands.ts";
import { changeDetails, changeNote } from "./decide-details.ts";
import { correctParcel, deliver, returnParcel, send, takeBack } from "./decide-goods.ts";
import { addRefund, applyDispute, changeRefund, dealWithPayment, receiveMoney } from "./decide-money.ts";
import { acceptFree, cancel, endHold, erase, remove, renewHold, setStatus } from "./decide-placement.ts";
import { recordRefund } from "./decide-returned-money.ts";
import { withRow } from "./move.ts";
import type { FullOrder } from "./order.ts";

/**
 * What a command changes of an order. Pure: no clock, no database. Throws to refuse. An order that is returned as it
 * was is not written. Whether pieces, times and coupon are there is known to the followers only.
 */
export function decide(before: FullOrder, command: Command, by: By, now: Date): Decision {
  switch (command.type) {
    case "place":
      return { after: before, entries: [] };
    case "acceptFree":
      return acceptFree(before, now);
    case "reuse":
      return { after: withRow(before, command.details), entries: [] };
    case "endHold":
      return endHold(before, now);
    case "renewHold":
      return renewHold(before, command, now);
    case "receiveMoney":
      return receiveMoney(before, command, now);
    case "dealWithPayment":
      return dealWithPayment(before, command, by, now);
    case "addRefund":
      return addRefund(before, command);
    case "recordRefund":
      return recordRefund(before, command, by, now);
    case "changeRefund":
      return changeRefund(before, command);
    case "applyDispute":
      return applyDispute(before, command);
    case "send":
      return send(before, command, now);
    case "correctParcel":
      return correctParcel(before, command);
    case "deliver":
      return deliver(before, command, now);
    case "return":
      return returnParcel(before, command, now);
    case "takeBack":
      return takeBack(before, command, now);
    case "setStatus":
      return setStatus(before, command, now);
    case "cancel":
      return cancel(before, command, by, now);
    case "changeDetails":
      return changeDetails(before, command);
    case "changeNote":
      return changeNote(before, command);
    case "delete":
      return remove(before, now);
    case "erase":
      return erase(before, now);
    case "note":
      return { after: before, entries: command.entries };
  }
}
