import type { CodeLanguage } from './code-language.js'
import { javascriptKernel } from './javascript-kernel.js'
import { pythonKernel } from './python-kernel.js'

/** Describes how programs of a language run. */
export interface LanguageRuntime {
  /** Arguments that make the interpreter read the kernel from standard input. */
  readonly arguments: string
  kernel(mark: string): string
  /** Memory in bytes that the interpreter reserves without using it. */
  readonly reservedBytes: number
  /** Whether a program can be interrupted without ending its kernel. */
  readonly canInterrupt: boolean
  /** Returns the file name of a program in error messages. */
  fileName(program: number): string
}

export const languages: Readonly<Record<CodeLanguage, LanguageRuntime>> = {
  python: {
    arguments: '-X utf8 -',
    kernel: pythonKernel,
    reservedBytes: 0,
    canInterrupt: true,
    fileName: (program) => `<program ${program}>`,
  },
  javascript: {
    arguments: '--no-warnings --input-type=module -',
    kernel: javascriptKernel,
    reservedBytes: 2 * 2 ** 30,
    // Pending work in the event loop cannot be stopped.
    canInterrupt: false,
    fileName: (program) => `program-${program}.js`,
  },
}
