/** Returns the number of seconds after which a manager kills a gateway that it has asked to stop. It stops at most 4 seconds after its turns. */
export function stopSecondsOf(drainSeconds = 4): number {
  return Math.ceil(drainSeconds) + 11
}
