const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** The time between two frames. */
export const frameMs = 100

/** The picture of a spinner after a time. */
export function spinnerFrame(elapsedMs: number): string {
  return frames[Math.floor(elapsedMs / frameMs) % frames.length] ?? ''
}
