/** As the server asks. */
export const SHORTEST_PASSWORD = 10;
