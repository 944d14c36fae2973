/** Identity of the tool without its code. Settings are validated against it before any tool is loaded. */
export const sessionSearchIdentity = { name: 'session_search', toolset: 'session_search' }
