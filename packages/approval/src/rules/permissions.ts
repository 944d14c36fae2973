import { readArguments } from '../words/options.js'
import { hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

/** An octal mode that lets others write, or sets the setuid or setgid bit. */
const openOctal = /^[+=]?[0-7]*[2367]$/
const setIdOctal = /^0*[2-7][0-7]{3}$/
/** `o+w`, `a=rwx`, `ugo+w`. `+w` is subject to the umask and does not open a file. */
const openSymbolic = /(?:^|,)[ug]*[oa][ugoa]*[+=][rwxXst]*w/
const setIdSymbolic = /(?:^|,)[ugoa]*[+=][rwxX]*s/

function isOpen(mode: string): boolean {
  return /^[+=]?0?o?[0-7]{3,5}$/.test(mode) ? openOctal.test(mode) && !/^0*1777$/.test(mode) : openSymbolic.test(mode)
}

function givesId(mode: string): boolean {
  return /^[0-7]{4,5}$/.test(mode) ? setIdOctal.test(mode) : setIdSymbolic.test(mode)
}

function modeOf({ args }: Subject): string {
  return (
    args.find(
      (arg) => /^[-+=]?[0-7ugoarwxXst,+=-]+$/.test(arg) && !/^-[RvcfHLP]+$/.test(arg) && !arg.startsWith('--'),
    ) ?? ''
  )
}

export const permissionRules: readonly Rule[] = [
  {
    reason: 'It lets every user of the machine change the file.',
    programs: ['chmod'],
    test: (subject) => isOpen(modeOf(subject)),
  },
  {
    reason: 'It makes the program run with the rights of its owner (setuid or setgid).',
    programs: ['chmod'],
    test: (subject) => givesId(modeOf(subject)),
  },
  {
    reason: 'It changes the mode of a folder of the system or of the home with everything in it.',
    programs: ['chmod', 'chown', 'chgrp'],
    test: ({ args, paths, resolve, invocation }) =>
      hasFlag(args, 'R', 'recursive') &&
      invocation.argv
        .slice(1)
        .some((word) =>
          word.text.includes('/') || word.text === '~'
            ? paths.isProtectedFolder(resolve(word) ?? '')
            : word.text === '.' && paths.isProtectedFolder(resolve(word) ?? ''),
        ),
  },
  {
    reason: 'It makes the files belong to the system’s administrator.',
    programs: ['chown'],
    test: ({ args }) =>
      hasFlag(args, 'R', 'recursive') && operandsOf(args).some((arg) => /^(?:root|0)(?::|$)/.test(arg)),
  },
  {
    reason: 'It installs or creates a file that every user may change, or that runs with the rights of its owner.',
    programs: ['install', 'mkdir'],
    test: ({ invocation }) => {
      const { options } = readArguments(invocation.argv.slice(1), { short: 'mogtS', long: ['mode'] })
      return options.some(
        ({ name, value }) =>
          (name === 'm' || name === 'mode') && value !== undefined && (isOpen(value.text) || givesId(value.text)),
      )
    },
  },
  {
    reason: 'It gives a program capabilities of the administrator.',
    programs: ['setcap'],
    test: ({ args }) => args.some((arg) => /cap_\w(?:(?!cap_\w).)*[+=]/.test(arg)),
  },
  {
    reason: 'It lets every user change the file.',
    programs: ['setfacl'],
    test: ({ args }) => args.some((arg) => /(?:^|,)(?:o|other|u)::?[rx-]*w/.test(arg) && !/(?:^|,)u::/.test(arg)),
  },
]
