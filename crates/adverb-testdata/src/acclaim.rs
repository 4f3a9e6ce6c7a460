//! A made figure in Acclaim's two files.

/// Bones of which one turns about three axes, one about one and one not at all.
pub const SKELETON: &str = "\
# made by hand
:version 1.10
:name made
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
  anything: begin end dof
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name spine
    direction 0 1 0
    length 10
    axis 0 0 0 XYZ
    dof rx ry rz
    limits (-180 180)
           (-180 180)
           (-180 180)
  end
  begin
    id 2
    name head
    direction 0 1 0
    length 3
    axis 0 0 90 XYZ
    dof rx
  end
  begin
    id 3
    name lfoot
    direction 0 0 1
    length 2
    axis 0 0 0 XYZ
  end
:hierarchy
  begin
    root spine lfoot
    spine head
  end
";

/// A motion of them: three frames, in the middle one all turned by right angles.
pub const MOTION: &str = "\
#!OML:ASF C:\\figures\\made.ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 2 3 0 0 0
spine 0 0 0
head 0
2
root 1 2 3 90 0 90
spine 90 0 0
head 90
3
root 1 2 3 0 0 0
spine 0 0 0
head 0
";
