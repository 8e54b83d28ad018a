import type { OrderStatus } from "../../contracts/orders/order-rules.ts";
import { Badge } from "../ui/badge.tsx";

const tones = {
  paid: "sage",
  pending: "gold",
  cancelled: "rose",
  shipped: "grey",
  delivered: "grey",
} as const satisfies Record<OrderStatus, string>;

export const OrderStatusBadge = ({ status }: { status: OrderStatus }) => <Badge tone={tones[status]}>{status}</Badge>;
