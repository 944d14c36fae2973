"""Prints what is said in a recording, in English."""

import subprocess
import sys

from pocketsphinx import Decoder

arguments = ["-nostdin", "-loglevel", "error", "-i", sys.argv[1], "-ar", "16000", "-ac", "1", "-f", "s16le", "-"]
sound = subprocess.run(["ffmpeg", *arguments], check=True, stdout=subprocess.PIPE).stdout
decoder = Decoder(samprate=16000, loglevel="FATAL")
decoder.start_utt()
decoder.process_raw(sound, full_utt=True)
decoder.end_utt()
print(decoder.hyp().hypstr if decoder.hyp() else "")
