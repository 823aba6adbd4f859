export const segments = 4;

/** Small pages are freed early by the garbage collector: a full page of 1 MB takes 40 MB once the client has parsed it. */
export const rowsPerPage = 400;
