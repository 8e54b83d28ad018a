/** The list with the message "Failed to load blog". */
export const FAILED_BLOG = "/blogs?failed=blog";
