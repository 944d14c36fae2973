import { appendFile, readFile } from 'node:fs/promises'

/** One line per entry. */
export interface Guestbook {
  read(): Promise<readonly string[]>
  sign(name: string, text: string): Promise<void>
}

export function openGuestbook(file: string): Guestbook {
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').filter((line) => line !== '')
    },
    sign: (name, text) => appendFile(file, `${oneLine(name)}: ${oneLine(text)}\n`),
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
