/** The header with the session of a request, and in its answer the session that was used. Without it, each request creates a session. */
export const sessionHeader = 'X-Hermes-Session-Id'
