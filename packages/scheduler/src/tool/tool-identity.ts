/**
 * The identity of this folder's tool without its code, because settings are checked against it before any tool is
 * loaded.
 */
export const cronjobIdentity = { name: 'cronjob', toolset: 'cronjob' }
