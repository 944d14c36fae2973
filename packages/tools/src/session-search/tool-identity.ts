/** The tool of this folder without its code: settings are checked against it before any tool is loaded. */
export const sessionSearchIdentity = { name: 'session_search', toolset: 'session_search' }
