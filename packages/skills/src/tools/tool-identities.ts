// The identities of this folder's tools without their code, because settings are checked against them before any tool
// is loaded.

export const skillsListIdentity = { name: 'skills_list', toolset: 'skills' }
export const skillViewIdentity = { name: 'skill_view', toolset: 'skills' }
export const skillManageIdentity = { name: 'skill_manage', toolset: 'skills' }
