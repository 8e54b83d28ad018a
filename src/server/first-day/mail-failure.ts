export interface MailFailure {
  code?: string;
  responseCode?: number;
}

const UNREACHABLE = "could not be reached: check host and port in SMTP_URL.";

const reasons: Record<string, string> = {
  EAUTH: "did not accept the user name or the password of SMTP_URL.",
  EENVELOPE: "refused the sender or the recipient: check MAIL_FROM.",
  EMESSAGE: "refused the content of the mail.",
  ETLS: "offers no secure connection: check whether SMTP_URL should start with smtps://.",
  ETIMEDOUT: "took too long to answer: check host and port in SMTP_URL.",
  ECONNECTION: UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  EDNS: UNREACHABLE,
};

/** Built from codes alone: the messages of mail servers and of the mailer may contain addresses and passwords. */
export function describeMailFailure({ code = "", responseCode }: MailFailure) {
  const reason = reasons[code];
  if (!reason) return `The mail could not be sent${code && ` (${code})`}.`;
  return `The mail server ${reason}${responseCode ? ` It answered ${responseCode}.` : ""}`;
}
