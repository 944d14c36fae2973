/**
 * Why a run was cut off that a claim began and did not end. Nobody is left to ask: its process has died, or it could not renew its claim,
 * because it was paused or its store was away.
 */
export const cutOffReason = 'Its process ended, or could not reach the store.'
