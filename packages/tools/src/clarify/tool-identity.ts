/** Identity of the tool without its code. Settings are validated against it before any tool is loaded. */
export const clarifyIdentity = { name: 'clarify', toolset: 'clarify' }
