// Identities of the tools without their code. Settings are validated against them before any tool is loaded.

export const delegateTaskIdentity = { name: 'delegate_task', toolset: 'delegation' }
export const delegationsIdentity = { name: 'delegations', toolset: 'delegation' }
