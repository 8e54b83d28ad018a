/** An argon2id hash as older versions stored it: in base64url instead of base64. */
export const oldHash = {
  password: "four words of mine",
  hash: "$argon2id$v=19$m=19456,t=2,p=1$86EPo4nJ-BMLg9GhfXFqUw$W65BPfcBUsy4LY-i6O5iYXcDl16_md1wpDYcWXVQLGk",
};
