/**
 * Why a run was cut off that a claim started and did not end. The exact cause is unknown: its process has died, or it
 * could not renew its claim because it was paused or its store was unavailable.
 */
export const cutOffReason = 'Its process ended, or could not reach the store.'
