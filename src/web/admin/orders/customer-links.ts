/** A number as it is dialled from anywhere: ten digits are an Indian number, with or without the 0 in front. */
export function dialled(phone: string) {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length === 10 && !phone.trim().startsWith("+") ? `91${digits}` : digits;
}

/** The ways from the owner to a customer. */
export const customerLinks = {
  phone: (phone: string) => `tel:+${dialled(phone)}`,
  whatsapp: (phone: string, text: string) => `https://wa.me/${dialled(phone)}?text=${encodeURIComponent(text)}`,
  mail: (email: string, subject: string) =>
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`,
};
