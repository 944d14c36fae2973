// The tools of this folder without their code: settings are checked against them before any tool is loaded.

export const delegateTaskIdentity = { name: 'delegate_task', toolset: 'delegation' }
export const delegationsIdentity = { name: 'delegations', toolset: 'delegation' }
