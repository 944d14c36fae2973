import type { CodeLanguage } from './code-language.js'
import { javascriptKernel } from './javascript-kernel.js'
import { pythonKernel } from './python-kernel.js'

/** How the programs of a language are run. */
export interface LanguageRuntime {
  /** With these the interpreter reads the kernel from its standard input. */
  readonly arguments: string
  kernel(mark: string): string
  /** Memory in bytes that the interpreter sets aside without using it. */
  readonly reservedBytes: number
  /** A program can be interrupted without its kernel. */
  readonly canInterrupt: boolean
  /** What errors call a program's file. */
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
    // Nothing ends what a program has set going in its event loop.
    canInterrupt: false,
    fileName: (program) => `program-${program}.js`,
  },
}
