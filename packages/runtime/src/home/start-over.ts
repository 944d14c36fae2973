import { channel } from 'node:diagnostics_channel'

const name = 'hermes:start-over'

/** Says that the start of this process is over: what a start keeps for the next one is written now, and not when the process exits. */
export function endStart(): void {
  channel(name).publish({})
}

/** Acts once, when the start is over or the process exits. */
export function whenStartIsOver(act: () => void): void {
  const once = () => {
    channel(name).unsubscribe(once)
    process.removeListener('exit', once)
    act()
  }
  channel(name).subscribe(once)
  process.once('exit', once)
}
