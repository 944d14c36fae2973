# Run by root in new namespaces. Makes everything, at the empty folder WORLD, read-only except empty folders in memory, hides the programs that are named in
# HIDDEN, and starts the rest of the words as an ordinary user.
set -eu
world=$WORLD
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || perl -e '
  socket(S, 2, 2, 0); $r = pack("a16 s x22", "lo", 0x49); ioctl(S, 0x8914, $r) or exit 1'
mount --make-rprivate /
mount --rbind / "$world"
mount -o remount,bind,ro "$world"
for folder in tmp var/tmp home dev/shm run; do mount -t tmpfs -o mode=1777 tmpfs "$world/$folder"; done
# Closed to other users.
case $REPOSITORY in /root/*) mount -t tmpfs -o mode=755 tmpfs "$world/root" ;; esac
mkdir -p "$world/run/before" "$world$REPOSITORY"
mount --rbind "$REPOSITORY" "$world$REPOSITORY"
mount -o remount,bind,ro "$world$REPOSITORY"
mount -t proc proc "$world/proc"
for program in $HIDDEN; do mount --bind /dev/null "$world$program"; done
mkdir "$world/home/me"
chown 1000:1000 "$world/home/me"
cd "$world"
pivot_root . run/before
umount -l /run/before
cd /home/me
exec setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --bounding-set=-all \
  env -i HOME=/home/me PATH="$NODE_FOLDER:/usr/local/bin:/usr/bin:/bin" LANG=C.UTF-8 TERM=xterm-256color "$@"
