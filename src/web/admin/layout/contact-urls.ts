/** The number with its country code. Ten digits are an Indian number, with or without the leading 0. */
function toInternationalNumber(phone: string) {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length === 10 && !phone.trim().startsWith("+") ? `91${digits}` : digits;
}

export const contactUrls = {
  phone: (phone: string) => `tel:+${toInternationalNumber(phone)}`,
  whatsapp: (phone: string, text: string) =>
    `https://wa.me/${toInternationalNumber(phone)}?text=${encodeURIComponent(text)}`,
  mail: (email: string, subject: string) =>
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`,
};
