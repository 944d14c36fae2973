/** After how many seconds a manager kills a gateway that it has asked to stop. It stops 4 seconds after its turns, at the latest. */
export function stopSecondsOf(drainSeconds = 4): number {
  return Math.ceil(drainSeconds) + 11
}
