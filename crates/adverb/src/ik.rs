//! Inverse kinematics (thesis 2.3).
