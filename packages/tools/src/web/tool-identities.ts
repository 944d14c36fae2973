// Identities of the tools without their code. Settings are validated against them before any tool is loaded.

export const webSearchIdentity = { name: 'web_search', toolset: 'web' }
export const webExtractIdentity = { name: 'web_extract', toolset: 'web' }
