import { channel } from 'node:diagnostics_channel'

const name = 'hermes:start-over'

/** Reports that the start of this process is over, so that what is kept for the next start is written now and not when the process exits. */
export function endStart(): void {
  channel(name).publish({})
}

/** Calls `act` once, when the start is over or the process exits. */
export function whenStartIsOver(act: () => void): void {
  const once = () => {
    channel(name).unsubscribe(once)
    process.removeListener('exit', once)
    act()
  }
  channel(name).subscribe(once)
  process.once('exit', once)
}
