// The tools of this folder without their code: settings are checked against them before any tool is loaded.

export const webSearchIdentity = { name: 'web_search', toolset: 'web' }
export const webExtractIdentity = { name: 'web_extract', toolset: 'web' }
