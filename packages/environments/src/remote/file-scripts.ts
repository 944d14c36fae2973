import { randomUUID } from 'node:crypto'
import { shellQuote } from '@hermes/safety'

/** Exit code of a script that prints an error code such as `ENOENT` as its last line of standard error. */
export const failed = 90

/**
 * Functions used by the scripts. `lead` resolves a path like the kernel; `into` enters a folder only by its resolved
 * path.
 */
export const filePrelude = `
fail() { echo "$1" >&2; exit ${failed}; }

lead() {
  rest=$1 place= links=0
  while [ -n "$rest" ]; do
    case $rest in
      */*) name=\${rest%%/*} rest=\${rest#*/} ;;
      *) name=$rest rest= ;;
    esac
    case $name in
      '' | .) ;;
      ..) place=\${place%/*} ;;
      *)
        if [ -L "$place/$name" ]; then
          links=$((links + 1))
          [ $links -gt 40 ] && fail ELOOP
          target=$(readlink -- "$place/$name"; echo /)
          target=\${target%??}
          case $target in /*) place= ;; esac
          rest=$target/$rest
        else
          place=$place/$name
        fi ;;
    esac
  done
  place=\${place:-/}
}

missing() {
  above=\${1%/*}
  while [ -n "$above" ] && ! [ -e "$above" ]; do above=\${above%/*}; done
  [ -d "\${above:-/}" ] || fail ENOTDIR
  [ -x "\${above:-/}" ] || fail EACCES
  fail ENOENT
}

into() {
  rest=\${1#/} at=
  cd -P /
  while [ -n "$rest" ]; do
    case $rest in
      */*) name=\${rest%%/*} rest=\${rest#*/} ;;
      *) name=$rest rest= ;;
    esac
    at=$at/$name
    if ! cd -P "./$name" 2>/dev/null; then
      [ -L "./$name" ] && fail ESTALE
      [ -d "./$name" ] && fail EACCES
      [ -e "./$name" ] && fail ENOTDIR
      [ -n "$2" ] || fail ENOENT
      [ -w . ] || fail EACCES
      mkdir "./$name" 2>/dev/null
      cd -P "./$name" 2>/dev/null || fail EIO
    fi
    [ "$PWD" = "$at" ] || fail ESTALE
  done
}
`

export interface Place {
  /** Absolute path. */
  readonly path: string
  /** Result of an earlier `resolve`, which must still apply. */
  readonly resolvesTo?: string | undefined
}

export function resolveScript(path: string): string {
  return toScript({ path }, 'printf %s "$place"')
}

export function statScript(path: string): string {
  return toScript(
    { path },
    `
[ -e "$path" ] || [ -L "$path" ] || missing "$path"
if [ -d "$path" ]; then echo directory; elif [ -f "$path" ]; then echo file; else echo other; fi
for links in -L ''; do
  stat $links -c '%s %y' -- "$path" 2>/dev/null && exit
  stat $links -f '%z %Fm' -- "$path" 2>/dev/null && exit
done
fail EACCES`,
  )
}

/** Returns a script that reads a file. It opens the file first and then verifies the path, so that the path cannot change in between. */
export function readScript(
  place: Place,
  { start = 0, length }: { readonly start?: number; readonly length?: number },
): string {
  const from = start > 0 ? `tail -c +${start + 1} <&3` : 'cat <&3'
  return toScript(
    place,
    `
[ -d "$place" ] && fail EISDIR
[ -e "$place" ] || missing "$place"
[ -f "$place" ] || fail ENOTSUP
[ -r "$place" ] || fail EACCES
command exec 3<"$place" || fail EACCES
if [ -L /proc/self/fd/3 ]; then
  opened=$(readlink /proc/self/fd/3; echo /)
  case $opened in "$place
/" | "$place (deleted)
/") ;; *) fail ESTALE ;; esac
fi
${length === undefined ? from : `${from} | head -c ${length}`}`,
  )
}

/** Returns a script that writes standard input to a file. Incomplete input replaces nothing. */
export function writeScript(place: Place, size: number): string {
  return toScript(
    place,
    `
[ -d "$place" ] && fail EISDIR
[ -e "$place" ] && ! [ -f "$place" ] && fail ENOTSUP
into "\${place%/*}" make
name=./\${place##*/} new=./.hermes-${randomUUID()}.tmp
[ -L "$name" ] && fail ESTALE
[ -e "$name" ] && ! [ -w "$name" ] && fail EACCES
[ -w . ] || fail EACCES
trap 'rm -f "$new"' EXIT
if [ -e "$name" ]; then cp -p "$name" "$new" || fail EIO; fi
problem=$(cat 2>&1 >"$new") || case $problem in
  *space*) fail ENOSPC ;;
  *quota*) fail EDQUOT ;;
  *large*) fail EFBIG ;;
  *) fail EIO ;;
esac
[ "$(wc -c <"$new")" -eq ${size} ] || fail EIO
mv -fT "$new" "$name" 2>/dev/null && exit
[ -d "$name" ] && fail EISDIR
mv -f "$new" "$name" 2>/dev/null || fail EACCES`,
  )
}

/** Returns a script that removes a file or an empty folder. It removes a link, not its target. */
export function removeScript(place: Place): string {
  return toScript(
    place,
    `
base=\${path##*/}
lead "\${path%/*}"
into "$place"
name=./$base
if [ -L "$name" ]; then
  [ "$expected" = "\${place%/}/$base" ] && fail ESTALE
elif [ -d "$name" ]; then
  rmdir "$name" 2>/dev/null && exit
  [ -n "$(ls -A "$name" 2>/dev/null)" ] && fail ENOTEMPTY
  fail EACCES
elif ! [ -e "$name" ]; then
  fail ENOENT
fi
rm -f "$name" 2>/dev/null || fail EACCES`,
  )
}

/** Returns a script that prints a letter for the kind, the name, and a NUL for each entry. */
export function listScript(path: string): string {
  return toScript(
    { path },
    `
[ -e "$path" ] || missing "$path"
[ -d "$path" ] || fail ENOTDIR
[ -r "$path" ] && cd "$path" 2>/dev/null || fail EACCES
for entry in * .[!.]* ..?*; do
  if [ -d "$entry" ]; then kind=d
  elif [ -f "$entry" ]; then kind=f
  elif [ -e "$entry" ] || [ -L "$entry" ]; then kind=o
  else continue; fi
  printf '%s%s\\0' $kind "$entry"
done`,
  )
}

/** Returns a script that sets `$place` to the resolved path, which must be the expected one, and runs the body. */
function toScript({ path, resolvesTo = '' }: Place, body: string): string {
  return `path=${shellQuote(path)} expected=${shellQuote(resolvesTo)}
lead "$path"
[ -z "$expected" ] || [ "$expected" = "$place" ] || fail ESTALE
${body}`
}
