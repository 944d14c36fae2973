const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Time between two frames, in milliseconds. */
export const frameMs = 100

/** Returns the frame of a spinner after a time. */
export function spinnerFrame(elapsedMs: number): string {
  return frames[Math.floor(elapsedMs / frameMs) % frames.length] ?? ''
}
