// Identities of the tools without their code. Settings are validated against them before any tool is loaded.

export const readFileIdentity = { name: 'read_file', toolset: 'file' }
export const writeFileIdentity = { name: 'write_file', toolset: 'file' }
export const patchIdentity = { name: 'patch', toolset: 'file' }
export const searchFilesIdentity = { name: 'search_files', toolset: 'file' }
