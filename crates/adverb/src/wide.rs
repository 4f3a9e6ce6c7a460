//! Wider vectors where the machine has them.

/// Does its work with wider vectors where the machine has them. It does the same operations in the same order, and the
/// compiler never fuses them, so the bits stay the same.
#[inline(always)]
pub fn wide(work: impl FnOnce()) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn with_avx2(work: impl FnOnce()) {
            work();
        }
        #[allow(unsafe_code)]
        // SAFETY: the machine has AVX2; that was asked just now.
        unsafe {
            with_avx2(work);
        }
        return;
    }
    work();
}
