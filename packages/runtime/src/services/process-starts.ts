import type { BackgroundProcess } from '@hermes/tools'

/** A background process that starts. */
export type StartedProcess = Pick<BackgroundProcess, 'id' | 'sessionId'>

/** Reports background processes to listeners when they start. */
export interface ProcessStarts {
  tell(process: StartedProcess): void
  onStart(listener: (process: StartedProcess) => void): void
}

export function createProcessStarts(): ProcessStarts {
  const listeners: ((process: StartedProcess) => void)[] = []
  return {
    tell({ id, sessionId }) {
      for (const listener of listeners) listener({ id, sessionId })
    },
    onStart: (listener) => void listeners.push(listener),
  }
}
