#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the virtual camera against programs that know nothing of it. One line per check; status 1 if one fails.
# Wants v4l-utils, ffmpeg, gcc, libv4l-dev; uses umockdev + python3-gi + libgudev-1.0-dev where present.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export OUT=${OUT:-$here/../../.build/virtual-camera}
export VCAM_DIR
VCAM_DIR=$(mktemp -d)
log=$VCAM_DIR/log
preload=$OUT/libvcam.so
status=0
started=()

finish() {
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null; done
    rm -rf "$VCAM_DIR"
}
trap finish EXIT

# check NAME COMMAND…: runs it, prints the verdict, and the output if it failed.
check() {
    local name=$1
    shift
    if timeout 30 bash -c '"$@"' check "$@" >"$log" 2>&1; then
        echo "ok    $name"
    else
        echo "FAIL  $name"
        tail -n 20 "$log"
        status=1
    fi
}

skip() { echo "skip  $1"; }

with() { LD_PRELOAD=$preload "$@"; }
vcam() { "$OUT/vcam" "$@"; }
export -f with vcam
export preload here

fresh() {
    vcam remove 2>/dev/null
    vcam create "$@" || exit 1
}

build() { # NAME OPTIONS…
    gcc -Wall -Wextra -Werror -D_GNU_SOURCE -g -pthread -o "$OUT/check-$1" "$here/checks/${1%%-*}.c" "${@:2}"
}
export -f build

all_formats=(--mode MJPG:1920x1080@30,60 --mode MJPG:1280x720@60,30 --mode YUYV:640x480@30 --mode UYVY:640x480@30
    --mode NV12:640x480@30 --mode GREY:160x120-1280x720/16x8@30 --mode RGB3:640x480@30)

check_compliance() {
    with v4l2-compliance -d /dev/video0 -s 10 >"$VCAM_DIR/compliance" 2>&1
    grep -E 'fail:|FAIL|^Total' "$VCAM_DIR/compliance"
    grep -q "Failed: $1," "$VCAM_DIR/compliance"
}
export -f check_compliance

# Automatics make inactive controls, which uvcvideo refuses with EACCES; v4l2-compliance 1.22 counts that twice.
fresh "${all_formats[@]}" --without auto_exposure,white_balance_automatic,focus_automatic_continuous
check "v4l2-compliance, manual camera: no failure" bash -c 'check_compliance 0'
fresh "${all_formats[@]}"
check "v4l2-compliance, automatic camera: only the two for EACCES" bash -c \
    'check_compliance 2 && [ $(grep -c "error (13)" "$VCAM_DIR/compliance") = 2 ]'

check "inert without VCAM_DIR" bash -c '[ "$(VCAM_DIR= with ls /dev)" = "$(ls /dev)" ]'
check "sysfs and /dev show the camera" with bash -c '
    ls /dev | grep -qx video0 && [ -c /dev/video0 ] && grep -q Acme /sys/class/video4linux/video0/name &&
    [ "$(cat /sys/class/video4linux/video0/device/../idVendor)" = 046d ] &&
    [ "$(realpath /sys/class/video4linux/video0/device)" = /sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0 ]'
check "v4l2-ctl lists it" bash -c 'with v4l2-ctl --list-devices | grep -q /dev/video0'

for format in MJPG:1920x1080 YUYV:640x480 UYVY:640x480 NV12:640x480 GREY:336x248 RGB3:640x480; do
    IFS=:x read -r fourcc width height <<<"$format"
    check "v4l2-ctl streams $format" with v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=5 \
        --set-fmt-video="pixelformat=$fourcc,width=$width,height=$height" --stream-to="$VCAM_DIR/frames"
done
check "ffmpeg records MJPEG" bash -c 'with ffmpeg -loglevel error -f v4l2 -input_format mjpeg -video_size 1280x720 \
    -i /dev/video0 -frames:v 10 -f null - 2>"$VCAM_DIR/errors" && ! grep -v -i "deprecated" "$VCAM_DIR/errors"'
check "ffmpeg records YUYV" with ffmpeg -loglevel error -f v4l2 -input_format yuyv422 -video_size 640x480 \
    -i /dev/video0 -frames:v 10 -f null -
if command -v gst-launch-1.0 >/dev/null && gst-inspect-1.0 v4l2src >/dev/null 2>&1; then
    check "GStreamer streams" with gst-launch-1.0 -q v4l2src num-buffers=10 ! image/jpeg,width=1280 ! fakesink
else
    skip "GStreamer streams"
fi

check "builds the client" build stream -lv4l2
check "libv4l2 client" with "$OUT/check-stream" 15
check "builds the client with ASan" build stream-asan -fsanitize=address -static-libasan -lv4l2
check "libv4l2 client under ASan" with "$OUT/check-stream-asan" 15
check "builds the client with TSan" build stream-tsan -fsanitize=thread -static-libtsan -lv4l2
check "libv4l2 client under TSan" with "$OUT/check-stream-tsan" 15

check "builds the checks of semantics" build semantics
check "poll, epoll, ownership, controls, events, unplug" with "$OUT/check-semantics"
check "builds the checks of faults" build faults
fresh --mode MJPG:1280x720@60 --mode YUYV:640x480@30 --mode YUYV:1280x720@30
check "every fault" with "$OUT/check-faults"

# Not a job of this shell, which would report that it was killed.
(LD_PRELOAD=$preload "$OUT/check-stream" hold >/dev/null 2>&1 & echo $! >"$VCAM_DIR/holder")
holder=$(<"$VCAM_DIR/holder")
started+=("$holder")
sleep 0.5
check "stat names the owner" bash -c "vcam stat | grep -q '\"owner\": $holder, \"streaming\": true'"
check "/proc/PID/fd names the camera" bash -c "with ls -l /proc/$holder/fd | grep -q '/dev/video0'"
check "another process gets EBUSY" bash -c '! with v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=1 2>&1 |
    grep -q "^<" '
kill -9 "$holder"
check "a killed owner frees the camera" with v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=2
check "nothing is left open" bash -c 'vcam stat | grep -q "\"owner\": 0, \"streaming\": false, \"handles\": 0"'

fresh
vcam create --node /dev/video2 --name "Second" --mode YUYV:640x480@30
check "two cameras at once" bash -c '
    with v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=10 & first=$!
    with v4l2-ctl -d /dev/video2 --stream-mmap --stream-count=10 && wait $first'
vcam unplug --node /dev/video2
vcam replug --node /dev/video2 --as /dev/video5
check "replugged under another number" bash -c '
    with v4l2-ctl -d /dev/video5 --stream-mmap --stream-count=2 && ! with test -e /dev/video2'
vcam remove --node /dev/video5

if /usr/bin/python3 -c 'import gi; gi.require_version("UMockdev", "1.0")' 2>/dev/null &&
    pkg-config --exists gudev-1.0; then
    # shellcheck disable=SC2046
    check "builds the check of hotplug" build hotplug $(pkg-config --cflags --libs gudev-1.0)
    check "GUdev sees unplug and replug" "$here/with-udev.py" "$OUT" "$OUT/check-hotplug"
else
    skip "GUdev sees unplug and replug"
fi

fresh
check "picture: frame code, focus, exposure, colour" python3 "$here/checks/picture.py" "$OUT"
exit $status
